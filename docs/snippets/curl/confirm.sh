# Its argument is the session's id.
while
  session=$(curl -sS --fail-with-body "${BASE_URL:-http://localhost:4242}/v1/checkout/sessions/$1?wait=25" \
    -H "Authorization: Bearer $SECRET_KEY") || { echo "$session" >&2; exit 1; }
  [ "${session#'{"status":"open"'}" != "$session" ]
do :; done
echo "$session"
