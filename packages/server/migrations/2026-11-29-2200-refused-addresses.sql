-- Since when the receiving mail server refuses this address.
alter table users add column email_refused_at timestamptz;
