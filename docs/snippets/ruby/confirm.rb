require "json"
require "net/http"

def read_session(id)
  response = Net::HTTP.get_response(
    URI("#{ENV.fetch("BASE_URL", "http://localhost:4242")}/v1/checkout/sessions/#{id}?wait=25"),
    "Authorization" => "Bearer #{ENV.fetch("SECRET_KEY")}"
  )
  abort response.body unless response.is_a?(Net::HTTPSuccess)
  JSON.parse(response.body)
end

session = read_session(ARGV[0])
session = read_session(ARGV[0]) while session["status"] == "open"

puts session["status"] == "complete" ? "paid: #{session["order"]["orderNumber"]}" : "not paid"
