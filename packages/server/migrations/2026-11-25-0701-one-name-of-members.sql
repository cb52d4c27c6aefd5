-- after: every node reads and writes memberships
drop view chat_members;
drop view thread_members;
alter index chat_members_pkey rename to memberships_pkey;
alter index chat_members_user rename to memberships_user;
