"""A user's texts: a folder of files, each with a manifest.

- `adding`: Adds files to a corpus, each under the lock for writers.
- `books`: Says which rule book a corpus or a text is of, and finds its folder.
- `held_text`: Reads and writes the manifest of a text: what identifies it, and how it was given.
- `chosen`: Chooses the corpus that a command or a plugin uses.
- `download`: Downloads one file over HTTPS, and resumes it where it broke off.
- `fetch`: Fetches and adds the releases that a corpus lacks.
- `folder`: Identifies texts, and holds them in a folder with their manifests.
- `home`: Finds the folders of the user's corpus, of the embedded corpus and of the embedded checks.
- `overrides`: Reads the overrides of alignments that apply to a corpus.
- `set_names`: Reads and writes the names of the sets that releases came with.
- `wholeness`: Says what a text that was cut lacks at its end.
"""
