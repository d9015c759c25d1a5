"""A user's texts: a folder of files, each with a manifest.

- `adding`: Adds files to a corpus, each under the lock for writers.
- `books`: Says which rule book a corpus or a text is of, and finds its folder.
- `corpus_folder`: What stands in the folder of a corpus beside its texts: choices, names of sets, overrides; its state.
- `fetch`: Fetches and adds the releases that a corpus lacks, over HTTPS, resumed where a download broke off.
- `folder`: Identifies texts, whole or cut, and holds them in a folder with their manifests.
- `home`: Finds the folders of the user's corpus and of the embedded checks, and the corpus that a command uses.
"""
