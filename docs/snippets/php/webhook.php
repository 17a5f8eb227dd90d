<?php

/** Throws unless the service has signed these bytes in the last five minutes. */
function verify(string $body, array $server, string $secret): object
{
    $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'];
    if (abs(time() - (int) $timestamp) > 300) throw new RuntimeException('too old');
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $signed = "{$server['HTTP_WEBHOOK_ID']}.$timestamp.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $server['HTTP_WEBHOOK_SIGNATURE']) as $given) {
        if (hash_equals($expected, $given)) return json_decode($body);
    }
    throw new RuntimeException('wrong signature');
}

// On a web server the body is at php://input.
$body = file_get_contents(PHP_SAPI === 'cli' ? 'php://stdin' : 'php://input');
$event = verify($body, $_SERVER, getenv('WEBHOOK_SECRET'));
echo "verified: {$event->type} {$event->data->sessionId}\n";
