<?php

$answer = file_get_contents((getenv('BASE_URL') ?: 'http://localhost:4242') . '/v1/checkout/sessions', false, stream_context_create(['http' => [
    'method' => 'POST',
    'ignore_errors' => true, // so that a refusal can be read
    'header' => [
        'Authorization: Bearer ' . getenv('SECRET_KEY'),
        'Content-Type: application/json',
        'Idempotency-Key: ' . bin2hex(random_bytes(16)),
    ],
    'content' => json_encode(['items' => [['product' => 'linen-shirt', 'size' => 'M', 'color' => 'Sand']]]),
]]));
if ($answer === false) exit(1);
$session = json_decode($answer);
if (isset($session->error)) {
    fwrite(STDERR, "{$session->error->message}\n");
    exit(1);
}

echo $session->url, "\n";
