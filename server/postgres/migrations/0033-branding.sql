-- How the store's hosted page looks: {"accent": "#rrggbb" or null, "radius": px, "fontSize": px}; null: as ours.
alter table stores
  add column branding json,
  add constraint stores_branding_check check (
    (branding ->> 'accent') ~ '^#[0-9a-f]{6}$'
    and (branding ->> 'radius')::integer between 0 and 24
    and (branding ->> 'fontSize')::integer between 14 and 20);
