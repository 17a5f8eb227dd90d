-- Other indexes begin with the store, too. Where most stores have a few products, they seem as good for
-- a slug, and a store with a thousand products reads them all. This one alone fits a comparison by its
-- collation.
create unique index products_by_slug on products (store_id collate "C", slug);

create or replace function product_of(store text, wanted text) returns bigint
language sql stable strict parallel safe as $$
  select id from products where store_id collate "C" = store and slug = wanted
$$;
