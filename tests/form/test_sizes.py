"""What a room may grow to stands in CONTRIBUTING.md; whoever needs more raises the number there and says why."""

from __future__ import annotations

from benchmarks.sizes import Size, ceilings, measured, sizes


def test_no_room_grows_over_its_ceiling() -> None:
    most, now = ceilings(), sizes()
    assert most.keys() == now.keys(), "run `python -m benchmarks.sizes --raise`"
    over = [
        f"{room}: {name} {size} is more than {ceiling}"
        for room in now
        for name, size, ceiling in zip(Size._fields, now[room], most[room], strict=True)
        if size > ceiling
    ]
    assert over == [], (
        "make it smaller, or raise the number in CONTRIBUTING.md (`python -m benchmarks.sizes --raise`) and say why "
        "in the commit"
    )


def test_code_is_counted_without_comments_docstrings_and_blank_lines() -> None:
    module = '"""Title.\n\nMore."""\n\nA = 1\n"""Its docstring."""\n# a comment\n\n'
    function = 'def f():\n    """Say."""\n    return """x\n\ny"""\n'
    assert measured(module + function) == (5, 4)
