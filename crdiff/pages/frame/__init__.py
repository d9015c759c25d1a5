"""What surrounds every page, and what pages of several rooms share.

Modules:

    render        from a view to bytes: the one place that knows the template engine
    address       the address of every page, and links between pages
    hosting       whole addresses, where the host is known; the map of the site
    english       small English for sentences
    prose         our own prose, written in Markdown
    article       a hand-written page
    missing       the page shown where there is none
    cross_links   text of the rules with its references made into links
    change_view   one change: number, kind, prose, redline, evidence
    change_words  the icon and the name of a kind of change
    xml           text and attributes of XML
"""
