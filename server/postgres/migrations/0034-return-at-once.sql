-- Whether buyers go back to the store as soon as they have paid; the store's to turn on.
alter table stores add column returns_at_once boolean not null default false;
