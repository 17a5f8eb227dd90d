<?php

$answer = file_get_contents((getenv('BASE_URL') ?: 'http://localhost:4242') . "/v1/orders/$argv[1]/fulfill", false, stream_context_create(['http' => [
    'method' => 'POST',
    'ignore_errors' => true, // so that a refusal can be read
    'header' => ['Authorization: Bearer ' . getenv('SECRET_KEY'), 'Content-Type: application/json'],
    'content' => json_encode([
        'carrier' => 'DHL',
        'trackingNumber' => '00340434161094042557',
        'trackingUrl' => 'https://www.dhl.com/track?id=00340434161094042557',
    ]),
]]));
if ($answer === false) exit(1);
$order = json_decode($answer);
if (isset($order->error)) {
    fwrite(STDERR, "{$order->error->message}\n");
    exit(1);
}

echo "fulfilled: $order->fulfilledAt\n";
