"""Pictures as numbers for SVG templates: places across in per cent, places down in pixels."""
