"""The site: values -> {address: bytes}.

`site.site_portions` makes the pages of an `archive_index.ArchiveIndex`, whether it indexes an archive of texts or the
facts recorded with crdiff. A module holds the pages of one kind, each as a function that names the values of its
template; templates, scripts and styles are in the folder of their room. Nothing here reads files beyond the package's
own templates and theme, and nothing decides what is compared or followed: that is handed in. `crdiff.site_plugin` hands
the pages to MkDocs, and the same bytes can be written without it.

- `lives`: Releases, clauses and entries of an archive: what each is called, when, and what became of it.
- `archive_index`: What a site is made from: where everything is read, and what is ours.
- `site`: Which pages a site has, in portions that can be made at the same time; style sheet, scripts, typed addresses.
- `render`: From the values of a page to bytes; pages of our own prose, and that for missing pages.
- `address`: The address of every page, links between pages; whole addresses, where the host is known.
- `english`: Small English for sentences; text of the rules on a page: italics, links, and how others quote it.
- `change_view`: One change: what it is called, number, prose, redline, evidence.
- `drawing`: Pictures: tracks of histories and lives, the growth of the rules, how much of a release has to be read.
- `flow`: Pictures of where subsections and sections went, and who had a number; the page on how the rules grew.
- `clause`: The page of a clause: text, every number, what took over, our notes, its checks, who cites it.
- `clause_parts`: What pages of clauses and entries share: wordings, what took over, cards of links, citations.
- `subsection`: The newest text of each subsection as a tree, its contents.
- `former_text`: The pages of former texts, by subsection and by release.
- `releases`: The list of releases, what each changed, in sentences and clause by clause.
- `comparisons`: Two texts side by side: editions, any two releases, an old one and the newest.
- `editions`: Texts of others that quote the rules, the page that tells which rules a pasted text quotes, what it asks.
- `glossary`: The list of terms, each letter, each entry.
- `numbers`: What each number named when.
- `checks`: What executable checks say: all of them, those of a clause, those of a release, badges.
- `whole_book`: Who tests which rule: the tests of engines beside our own checks.
- `cited`: Which rules repositories cite, where, and by which wrong numbers.
- `stories`: How parts of the rules came to read as they do, from our notes, in words and played.
- `search`: Search, what it finds, what players call that, and its index.
- `data`: Data for other tools, feeds.
- `home`: The first page, and the story of a section.
- `theme`: The frame that MkDocs asks for.
"""
