import json
import os
import sys
import urllib.error
import urllib.request

tracking = {
    "carrier": "DHL",
    "trackingNumber": "00340434161094042557",
    "trackingUrl": "https://www.dhl.com/track?id=00340434161094042557",
}
request = urllib.request.Request(
    f"{os.environ.get('BASE_URL', 'http://localhost:4242')}/v1/orders/{sys.argv[1]}/fulfill",
    method="POST",
    headers={
        "Authorization": f"Bearer {os.environ['SECRET_KEY']}",
        "Content-Type": "application/json",
    },
    data=json.dumps(tracking).encode(),
)
try:
    with urllib.request.urlopen(request) as response:
        print(f"fulfilled: {json.load(response)['fulfilledAt']}")
except urllib.error.HTTPError as refusal:
    sys.exit(json.load(refusal)["error"]["message"])
