"""Dated answers for programs that speak the Model Context Protocol, such as language models: small, and marked.

- `questions`: What can be asked, argument by argument.
- `answers`: The one form of all answers, with its day, its release and where knowledge ends, cut to a size.
- `asking`: A corpus asked.
- `server`: The protocol, by the official SDK, over standard input and output or HTTP.
"""
