-- A page of a list of rare rows (what is pending, what hardly anybody does, what never sells) is as quick
-- as one of common rows. The order is by the negative number: the primary key has no such order, so that
-- PostgreSQL cannot take it for the quicker way and walk through all of a store's past.
drop index webhook_deliveries_of_store;
drop index webhook_deliveries_of_endpoint;
create index webhook_deliveries_of_store on webhook_deliveries (store_id, status, (-number));
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, status, (-number));
create index audit_log_of_action on audit_log (store_id, action, (-id));
drop index stock_changes_of_variant;
create index stock_changes_of_variant on stock_changes (variant_id, (-id));
