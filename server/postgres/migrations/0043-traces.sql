-- The trace in which a session was created (W3C Trace Context); null where nobody traces.
alter table checkout_sessions add column traceparent text;
