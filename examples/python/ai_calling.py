"""A client of the AI Calling Service in one file, on the standard library alone (Python 3.10 or later).

    client = AiCalling("http://127.0.0.1:3000", key)
    call = client.create_call(phone_number="+919876540001", test=True)
    print(client.wait_for_outcome(call["id"])["outcome"]["summary"])

Run by itself it makes a test call and a test batch: AI_CALLING_API_KEY=... python3 ai_calling.py
"""

import base64
import hashlib
import hmac
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Iterator

MAX_WAIT_SECONDS = 60
MAX_RETRIES = 4


class ApiError(Exception):
    """The service refused a request: branch on `code`."""

    def __init__(self, status: int, error: dict[str, Any], retry_after: float | None):
        super().__init__(error["message"])
        self.status, self.code = status, error["code"]
        self.request_id, self.details = error.get("request_id"), error.get("details", {})
        self.retry_after = retry_after


class WaitTimeout(Exception):
    """A wait took too long; `seen` is the call or batch as last seen."""

    def __init__(self, seen: dict[str, Any]):
        super().__init__(f"{seen['id']} did not end in time")
        self.seen = seen


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A key must not follow a redirect to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


class AiCalling:
    _opener = urllib.request.build_opener(_NoRedirects)

    def __init__(self, base_url: str, api_key: str, timeout_seconds: float = 30):
        self._base_url = base_url.rstrip("/").removesuffix("/v1")
        self._api_key = api_key
        self._timeout_seconds = timeout_seconds

    def create_call(self, idempotency_key: str | None = None, **fields: Any) -> dict[str, Any]:
        return self._create("/calls", fields, idempotency_key)

    def create_batch(self, idempotency_key: str | None = None, **fields: Any) -> dict[str, Any]:
        return self._create("/batches", fields, idempotency_key)

    def get_call(self, call_id: str) -> dict[str, Any]:
        return self._request("GET", f"/calls/{urllib.parse.quote(call_id, safe='')}")

    def get_batch(self, batch_id: str) -> dict[str, Any]:
        return self._request("GET", f"/batches/{urllib.parse.quote(batch_id, safe='')}")

    def cancel_call(self, call_id: str) -> dict[str, Any]:
        """Is not repeated after a lost response: a second try would be refused."""
        path = f"/calls/{urllib.parse.quote(call_id, safe='')}/cancel"
        return self._request("POST", path, repeatable=False)

    def calls(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Every call that fits, page by page, newest first."""
        while True:
            page = self._request("GET", "/calls?" + _query(filters))
            yield from page["data"]
            if not page["has_more"]:
                return
            filters["starting_after"] = page["data"][-1]["id"]

    def wait_for_outcome(self, call_id: str, timeout_seconds: float = 900) -> dict[str, Any]:
        deadline, pause = time.monotonic() + timeout_seconds, 1.0
        while True:
            time.sleep(min(pause, max(0.0, deadline - time.monotonic())))
            call = self.get_call(call_id)
            if "ended_at" in call and (call["status"] != "completed" or call["outcome"]):
                return call
            if time.monotonic() >= deadline:
                raise WaitTimeout(call)
            pause = 60.0 if "scheduled_for" in call else min(pause * 1.5, 15.0)

    def wait_for_batch(self, batch_id: str, timeout_seconds: float = 86_400) -> dict[str, Any]:
        deadline = time.monotonic() + timeout_seconds
        while True:
            batch = self.get_batch(batch_id)
            if batch["finished"] == batch["total"]:
                return batch
            if time.monotonic() >= deadline:
                raise WaitTimeout(batch)
            time.sleep(min(30.0, max(0.0, deadline - time.monotonic())))

    def _create(self, path: str, fields: dict[str, Any], key: str | None) -> dict[str, Any]:
        headers = {"Idempotency-Key": key or str(uuid.uuid4())}
        return self._request("POST", path, fields, headers)

    def _request(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        repeatable: bool = True,
    ) -> dict[str, Any]:
        for retry in range(MAX_RETRIES + 1):
            try:
                return self._send(method, path, body, headers or {})
            except ApiError as error:
                is_retried = error.status in (429, 503) or (error.status == 500 and repeatable)
                lower = error.retry_after or 0
                if not is_retried or lower > MAX_WAIT_SECONDS or retry == MAX_RETRIES:
                    raise
            except (OSError, http.client.HTTPException):
                lower = 0
                if not repeatable or retry == MAX_RETRIES:
                    raise
            wait = min(2.0**retry, MAX_WAIT_SECONDS) * random.uniform(0.8, 1.2)
            time.sleep(max(wait, lower))
        raise AssertionError("unreachable")

    def _send(self, method: str, path: str, body: Any, headers: dict[str, str]) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        every = {"X-API-Key": self._api_key, "Content-Type": "application/json", **headers}
        request = urllib.request.Request(f"{self._base_url}/v1{path}", data, every, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout_seconds) as response:
                return json.load(response)
        except urllib.error.HTTPError as response:
            text = response.read()
            after = response.headers.get("Retry-After", "")
            try:
                error = json.loads(text)["error"]
            except (ValueError, KeyError, TypeError):
                shown = text[:200].decode(errors="replace")
                # Not the service, so nobody knows what was done: as a lost connection.
                raise ConnectionError(f"unexpected answer, status {response.code}: {shown}") from None
            raise ApiError(response.code, error, float(after) if after.isdigit() else None) from None


def _query(filters: dict[str, Any]) -> str:
    """Booleans as the API writes them: true and false."""
    texts = {name: str(value).lower() if isinstance(value, bool) else value for name, value in filters.items()}
    return urllib.parse.urlencode(texts)


def verify_webhook(body: bytes, headers: dict[str, str], secret: str, tolerance_seconds: int = 300) -> Any:
    """The event of a signed request. Pass the raw body. Raises ValueError when it does not come from the service."""
    values = {name.lower(): value for name, value in headers.items()}
    try:
        event_id, timestamp = values["webhook-id"], values["webhook-timestamp"]
        signatures = values["webhook-signature"]
    except KeyError as missing:
        raise ValueError(f"the header {missing} is missing") from None
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise ValueError("the timestamp is too old or too new")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    if not any(hmac.compare_digest(expected, one.encode()) for one in signatures.split(" ")):
        raise ValueError("no signature fits")
    return json.loads(body)


def main() -> None:
    client = AiCalling(
        os.environ.get("AI_CALLING_BASE_URL", "http://127.0.0.1:3000"), os.environ["AI_CALLING_API_KEY"]
    )
    rows = [{"phone_number": "+919876550001"}, {"phone_number": "+919876540003"}]
    queued = client.create_batch(name="Python", test=True, calls=rows)
    call = client.create_call(phone_number="+919876540001", test=True)
    done = client.wait_for_outcome(call["id"])
    print(done["status"], done["outcome"]["disposition"])
    batch = client.wait_for_batch(queued["id"])
    print(batch["finished"], "of", batch["total"], json.dumps(batch["counts"]))


if __name__ == "__main__":
    sys.exit(main())
