# Its argument is the order's number.
curl -sS --fail-with-body "${BASE_URL:-http://localhost:4242}/v1/orders/$1/fulfill" \
  -H "Authorization: Bearer $SECRET_KEY" \
  -H "Content-Type: application/json" \
  -d '{"carrier": "DHL", "trackingNumber": "00340434161094042557",
    "trackingUrl": "https://www.dhl.com/track?id=00340434161094042557"}'
