import base64
import hashlib
import hmac
import json
import os
import sys
import time


def verify(body, webhook_id, timestamp, signature, secret):
    """Raises unless the service has signed these bytes in the last five minutes."""
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{webhook_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    if not any(hmac.compare_digest(expected, given) for given in signature.split(" ")):
        raise ValueError("wrong signature")
    return json.loads(body)


event = verify(
    sys.stdin.buffer.read(),
    os.environ["HTTP_WEBHOOK_ID"],
    os.environ["HTTP_WEBHOOK_TIMESTAMP"],
    os.environ["HTTP_WEBHOOK_SIGNATURE"],
    os.environ["WEBHOOK_SECRET"],
)
print(f"verified: {event['type']} {event['data']['sessionId']}")
