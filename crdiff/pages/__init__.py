"""The site: values -> {address: bytes}.

`site.render_site` makes every page of a `archive.ArchiveIndex`; a module per kind of page turns values into a view,
and a template turns the view into HTML. Nothing here reads files beyond the package's own templates and theme;
`crdiff.site_plugin` hands the pages to MkDocs, and the same bytes can be written without it.
"""
