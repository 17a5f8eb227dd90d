<?php

function readSession(string $id): object
{
    $address = (getenv('BASE_URL') ?: 'http://localhost:4242') . "/v1/checkout/sessions/$id?wait=25";
    $answer = file_get_contents($address, false, stream_context_create(['http' => [
        'header' => 'Authorization: Bearer ' . getenv('SECRET_KEY'),
        'ignore_errors' => true, // so that a refusal can be read
    ]]));
    if ($answer === false) exit(1);
    $session = json_decode($answer);
    if (!isset($session->error)) return $session;
    fwrite(STDERR, "{$session->error->message}\n");
    exit(1);
}

do {
    $session = readSession($argv[1]);
} while ($session->status === 'open');

echo $session->status === 'complete' ? "paid: {$session->order->orderNumber}\n" : "not paid\n";
