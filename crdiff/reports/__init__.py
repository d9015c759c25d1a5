"""Values as text: terminal, JSON, Markdown, HTML. One view model, and no decision about rules made here."""
