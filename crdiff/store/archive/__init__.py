"""The published part of a store, read: releases, lineages, wordings, changes. Nothing here writes."""
