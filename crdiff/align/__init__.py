"""Which old clause became which new one: ordered passes, each yielding links with their evidence.

- `alignment`: The values an alignment consists of, and their mirror.
- `breaks`: Where one text ends before the other, or holds only a part of it; that is not compared.
- `engine`: The passes in their order, from two releases to an alignment.
- `explain`: Why a clause was paired as it was.
- `finished_links`: The links that the finished matching makes.
- `matching`: The alignment while the passes make it.
- `measure`: The figures that the passes measure, and the cuts by which they decide.
- `overrides`: Decisions by hand.
- `passes`: The passes, each named for what it finds.
- `side`: A release laid out flat, each clause with the keys by which it is compared.
- `state`: What the passes of one alignment share.
"""
