"""Which old clause became which new one: ordered passes, each yielding links with their evidence.

- `alignment`: The values an alignment consists of.
- `breaks`: What stands beyond the end of a text that breaks off, which is not compared.
- `engine`: The passes in their order, from two releases to an alignment.
- `excerpts`: Which of two texts is compared in a part only.
- `explain`: Why a clause was paired as it was.
- `finished_links`: From the finished matching to links.
- `matching`: The alignment while it is being made.
- `measure`: What the passes measure and decide by.
- `mirror`: The order of the links, and an alignment read the other way round.
- `overrides`: Decisions by hand.
- `passes`: The passes, each named for what it finds.
- `side`: A release laid out flat, with the keys that its clauses are compared by.
"""
