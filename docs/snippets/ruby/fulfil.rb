require "json"
require "net/http"

response = Net::HTTP.post(
  URI("#{ENV.fetch("BASE_URL", "http://localhost:4242")}/v1/orders/#{ARGV[0]}/fulfill"),
  JSON.generate(
    carrier: "DHL",
    trackingNumber: "00340434161094042557",
    trackingUrl: "https://www.dhl.com/track?id=00340434161094042557"
  ),
  "Authorization" => "Bearer #{ENV.fetch("SECRET_KEY")}",
  "Content-Type" => "application/json"
)
abort response.body unless response.is_a?(Net::HTTPSuccess)

puts "fulfilled: #{JSON.parse(response.body)["fulfilledAt"]}"
