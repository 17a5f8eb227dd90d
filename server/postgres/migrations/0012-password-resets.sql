-- A link works until it is used or over, whoever asks for another meanwhile: nobody can end
-- somebody else's.
alter table password_resets drop constraint password_resets_pkey;
alter table password_resets add primary key (digest);
alter table password_resets drop constraint password_resets_digest_key;
create index password_resets_of_member on password_resets (member_id);
