-- Polls can be reported too.
alter table reports drop constraint reports_target_type_check;
alter table reports add constraint reports_target_type_check
  check (target_type in ('user', 'message', 'chat', 'playdate', 'poll', 'place', 'photo')) not valid;
