"""What a digest is taken of is written in one way, by whichever of the two writers."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from mustutor.base.json_text import canonical, canonical_of_rules, digest
from tests.long import examples

WHOLE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(WHOLE)
@examples(600, 100, suppress_health_check=[HealthCheck.too_slow])  # on a busy machine
def test_both_writers_write_the_same_whatever_the_names_and_numbers(thing):
    text = canonical(thing)
    assert text == canonical_of_rules(thing)
    assert json.loads(text) == thing


def test_names_stand_in_the_order_of_their_signs_and_letters_as_they_are():
    assert canonical({"ñ": 1, "z": 2, "\U0001f0a1": 3, "\uffff": 4, "Z": [1, True]}) == (
        '{"Z":[1,true],"z":2,"ñ":1,"\uffff":4,"\U0001f0a1":3}'
    )


def test_a_number_of_any_length_and_half_a_sign_are_written_too():
    for thing in ({"x-far": 2**70}, {"x-half": "\ud800"}):
        assert canonical(thing) == canonical_of_rules(thing)
        assert len(digest(canonical(thing))) == 64
