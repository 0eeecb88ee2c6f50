"""schemathesis reads the OpenAPI description and tries to break the server by it."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.server.desk import House, until

TOO_LARGE = 413


@pytest.fixture(scope="session")
def described(house: House) -> Any:
    return schemathesis.openapi.from_url(f"{house.url}/api/openapi.json")


OPERATIONS = [
    ("/api/systems", "GET"),
    ("/api/systems/{system}/rules", "GET"),
    ("/api/systems/{system}/primer", "GET"),
    ("/api/systems/{system}/scenarios/{scenario}/map", "GET"),
    ("/api/drawings", "POST"),
    ("/api/rosters/check", "POST"),
    ("/api/games", "POST"),
    ("/api/games/{game}", "GET"),
    ("/api/games/{game}/journal", "GET"),
    ("/api/games/{game}/case", "GET"),
    ("/api/games/{game}/seat", "POST"),
    ("/api/games/{game}/replay", "GET"),
    ("/api/games/{game}/reckoning", "GET"),
    ("/api/games/{game}/remains", "GET"),
    ("/api/replays", "POST"),
    ("/healthz", "GET"),
    ("/readyz", "GET"),
    ("/metrics", "GET"),
]


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_the_description_holds(house: House, described: Any, path: str, method: str, mode: GenerationMode) -> None:
    until(lambda: house.games.is_warm, 120)  # before that it says that it is not ready
    operation = described[path][method]
    unfair = [positive_data_acceptance] if method == "POST" else []  # what fits the form may still break a rule

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def holds(case: Any) -> None:
        reply = case.call()
        if reply.status_code != TOO_LARGE:  # it is not even read
            case.validate_response(reply, excluded_checks=unfair)

    try:
        holds()
    except Unsatisfiable:  # nothing to get wrong
        assert mode is GenerationMode.NEGATIVE


def test_the_description_is_complete(house: House) -> None:
    found = house.get("/api/openapi.json").json()
    assert found["openapi"].startswith("3.1")
    assert {(path, method.upper()) for path, methods in found["paths"].items() for method in methods} == set(OPERATIONS)
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], (path, method)
            for status, response in operation["responses"].items():
                if status >= "400":
                    assert response["content"]["application/json"]["schema"]["$ref"].endswith("Problem"), (path, status)
