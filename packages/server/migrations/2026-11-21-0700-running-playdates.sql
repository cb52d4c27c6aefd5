-- What runs now, found without reading what is over; what begins later has playdates_start. Nothing looks for an end alone.
create index playdates_span on playdates using gist (tstzrange(start_time, end_time));
drop index playdates_end;
