-- A text without case and accents. Lower case as far as this server knows letters: its own rules,
-- ICU's, or those of the database.
do $do$
declare
  best text := (
    select quote_ident(collname)
    from unnest(array['pg_c_utf8', 'und-x-icu', 'default']) with ordinality as wanted (name, rank)
    join pg_collation on collname = name and collnamespace = 'pg_catalog'::regnamespace
    order by rank
    limit 1);
begin
  execute format($create$
    create function plain_text(value text) returns text
    language sql immutable strict parallel safe as $$
      select translate(replace(replace(replace(
        lower(regexp_replace(
          normalize(value, NFKD),
          '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]', '', 'g') collate %s),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıħŧ', 'oldiht')
    $$ $create$, best);
end
$do$;

-- The words of a text: whatever stands between spaces and punctuation. By code points, so that no
-- locale has a say.
create function plain_words(value text) returns text[]
language sql immutable strict parallel safe as $$
  select array(
    select left(word, 60)
    from regexp_split_to_table(
      plain_text(value),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf'
      '\u060c\u2000-\u206f\u3000-\u3003]+') word
    where word <> '')
$$;

-- The digits of a phone number, Arabic and Persian ones as Latin ones.
create function plain_digits(value text) returns text
language sql immutable strict parallel safe as $$
  select regexp_replace(
    translate(normalize(value, NFKD), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'),
    '[^0-9]', '', 'g')
$$;

-- What an order is found by: the words of its customer's name, `#` and its number, `-` and its
-- phone number from the end. Each begins with a mark of the store: a search reads its own store's
-- entries, and how often a word comes is known for each store.
create function order_search(
  store_id text, order_number text, customer_name text, customer_phone text) returns tsvector
language sql immutable strict parallel safe as $$
  select array_to_tsvector(array(
    select right(store_id, 4) || word
    from unnest(
      plain_words(customer_name)
      || ('#' || replace(lower(order_number), '-', ''))
      || ('-' || reverse(plain_digits(customer_phone)))) word))
$$;

-- What finds it: all words or their beginnings; an order's number from its fifth letter on; a phone
-- number, or its last four digits and more. Null when nothing is asked for.
create function order_query(store_id text, term text) returns tsquery
language sql immutable strict parallel safe as $$
  with asked as (
    select plain_words(term) as words,
      regexp_replace(plain_text(term), '[ -]', '', 'g') as number,
      case
        when plain_text(term) ~ '^[0-9٠-٩۰-۹ +()./-]+$' then ltrim(plain_digits(term), '0')
        else ''
      end as phone),
  ways as (
    select string_agg(format('''%s%s'':*', right(store_id, 4), word), ' & ') as way
    from asked, unnest(words) word
    union all
    select format('''%s#%s'':*', right(store_id, 4), translate(number, 'oil', '011'))
    from asked
    where number ~ '^([0-9a-z]{10}|(?=.*[0-9])[0-9a-z]{5,9})$'
    union all
    select format('''%s-%s'':*', right(store_id, 4), reverse(phone))
    from asked
    where length(phone) >= 4)
  select string_agg('(' || way || ')', ' | ')::tsquery
  from ways
  where way is not null
$$;

alter table orders
  add column product_id bigint references products,
  add column search tsvector,
  -- The transaction that placed it: whoever knows which transactions they have seen knows whether
  -- the order is news to them.
  add column placed_in xid8 not null default pg_current_xact_id();
update orders o
set product_id = v.product_id,
  search = order_search(o.store_id, o.order_number, o.customer_name, o.customer_phone)
from variants v
where v.id = o.variant_id;
alter table orders alter column product_id set not null, alter column search set not null;

-- A product by its name in an address. As a function, because the planner asks it beforehand and
-- knows how often the product was sold.
create function product_of(store text, wanted text) returns bigint
language sql stable strict parallel safe as $$
  select id from products where store_id = store and slug = wanted
$$;

-- The newest first, of a store and of a product; the sums of days need no row.
create index orders_by_time on orders (store_id, paid_at desc, id desc)
  include (amount_total, refunded, currency);
create index orders_of_product on orders (product_id, paid_at desc, id desc);
-- No pending list: no payment is to wait while it is worked off.
create index orders_by_search on orders using gin (search) with (fastupdate = off);
