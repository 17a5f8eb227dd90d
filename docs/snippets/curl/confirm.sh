# Its argument is the session's id.
while
  session=$(curl -sS --fail-with-body "$BASE_URL/v1/checkout/sessions/$1?wait=25" \
    -H "Authorization: Bearer $SECRET_KEY") || exit 1
  [[ $session == '{"status":"open"'* ]]
do :; done
echo "$session"
