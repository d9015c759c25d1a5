"""The site: values -> {address: bytes}.

`site.site_portions` makes the pages of an `archive_index.ArchiveIndex`, whether it indexes an archive of texts or the
facts recorded with crdiff. A room holds the pages of one kind, each as a function that names the values of its
template, with template and script beside it. Nothing here reads files beyond the package's own templates and theme, and
nothing decides what is compared or followed: that is handed in. `crdiff.site_plugin` hands the pages to MkDocs, and the
same bytes can be written without it.

- `lives`: Releases, clauses and entries of an archive: what each is called, when, and what became of it.
- `archive_index`: What a site is made from: where everything is read, and what is ours.
- `site`: Which pages a site has, in portions that can be made at the same time.
- `frame`: What surrounds every page: shell, addresses, English, prose, changes as pages show them.
- `drawing`: Pictures, as numbers for SVG templates.
- `clauses`: The page of each clause.
- `rules`: The newest text of each subsection, and its former texts.
- `releases`: The list of releases, what each changed, its contents.
- `comparisons`: Two texts side by side: editions, any two releases, an old one and the newest.
- `editions`: Texts of others that quote the rules.
- `glossary`: The list of terms, each letter, each entry.
- `numbers`: What each number named when.
- `checks`: What executable checks say.
- `engines`: Who tests which rule: the tests of engines beside our own checks.
- `cited`: Which rules repositories cite, and by which wrong numbers.
- `figures`: How the rules grew.
- `stories`: How parts of the rules came to read as they do, from our notes.
- `identify`: Which rules a pasted text quotes.
- `search`: Search, what it finds, its index.
- `data`: Data for other tools, feeds.
- `home`: The first page, and the story of a section.
- `assets`: Style sheet, scripts and icon of all rooms.
- `theme`: The frame that MkDocs asks for.
"""
