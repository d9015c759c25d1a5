"""The frame that MkDocs asks for: the theme it knows as `crdiff`, whose pages come finished from the plugin."""
