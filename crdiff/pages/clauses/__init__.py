"""The page of each clause.

Modules:

    clause   every number, every wording with what changed, origin and fate, our notes, its checks
    aliases  addresses of clauses that an archive with fewer releases names otherwise
"""
