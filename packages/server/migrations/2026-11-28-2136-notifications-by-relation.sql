-- A notification says what has happened, and how its reader was related to the playdate.
update notifications n
   set kind = case n.kind
         when 'waiting.cancelled' then 'playdate.cancelled'
         when 'waiting.changed' then 'playdate.changed'
         when 'waiting.restored' then 'playdate.restored'
         when 'waiting.movedUp' then 'playdate.joined'
         when 'waiting.asked' then 'playdate.hasRoom'
         when 'waiting.tooMany' then 'playdate.hasRoom'
         else n.kind end,
       details = n.details - 'isAsked' || jsonb_build_object('relation', case
         when n.kind like 'waiting.%' then 'waiting'
         when n.details -> 'isAsked' = 'true' then 'asked'
         when n.kind = 'playdate.joined' then 'creator'
         when exists (select from playdates p where p.id = (n.details ->> 'playdateId')::int and p.kind = 'open') then 'usuallyThere'
         else 'onIt' end)
 where n.kind like 'waiting.%' or n.kind in ('playdate.cancelled', 'playdate.changed', 'playdate.restored', 'playdate.joined');
