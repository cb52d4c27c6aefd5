/**
 * Places around 400 towns of the Netherlands and its neighbours, with every tenth elsewhere; two thirds are
 * playgrounds. The same seed gives the same places. Only one of the triggers runs, since they take long for so many
 * rows. Half of the playgrounds are known to have a swing, a quarter a whole fence and two fifths shade, independently of
 * each other.
 */
export function placesOf(size: number): string {
  return `alter table places enable always trigger places_shared;
     create table towns as
       select n, 50.8 + random() * 2.6 as lat, 3.4 + random() * 4.4 as lng from generate_series(1, 400) n;
     insert into places (type, name, address, latitude, longitude, features, status, facts, fits)
     select case when g.n % 3 = 0 then 'restaurant' else 'playground' end,
            (array['Speeltuin','De Vrolijke','Het Groene','Speelbos','Klimpaleis'])[1 + g.n % 5] || ' ' || md5(g.n::text),
            'Straat ' || g.n % 977 || ', Stad ' || t.n, at.lat, at.lng,
            case when g.n % 3 = 0 then array['highChairs'] else array['benches', 'sandbox'] end, 'confirmed',
            known.facts, known.fits
       from (select n, 1 + (n * 7919) % 400 as town, n % 10 = 0 as is_anywhere, random() a, random() b,
                    n % 3 <> 0 and random() < 0.5 as swing, n % 3 <> 0 and random() < 0.25 as fence,
                    n % 3 <> 0 and random() < 0.4 as shade
               from generate_series(1, ${size}::bigint) n) g
       join towns t on t.n = g.town
      cross join lateral (
        select case when is_anywhere then 50.8 + a * 2.6 else t.lat + 0.04 * sqrt(-2 * ln(1 - a)) * cos(2 * pi() * b) end as lat,
               case when is_anywhere then 3.4 + b * 4.4 else t.lng + 0.06 * sqrt(-2 * ln(1 - a)) * sin(2 * pi() * b) end as lng) at
      cross join lateral (${knownOf('g')}) known`
}

/** A million rows are inserted at once, so the columns that triggers maintain are computed here. */
export const countCells = `
  insert into place_cells
  select zoom, type, floor(location[0])::bigint >> (32 - zoom), floor(location[1])::bigint >> (32 - zoom),
         feature_bits(features), count(*), sum(floor(location[0])::bigint), sum(floor(location[1])::bigint)
    from places cross join unnest(array[4, 6, 8, 10, 12, 14]) zoom group by 1, 2, 3, 4, 5`

/** What is known of a row with the columns `swing`, `fence` and `shade`. */
export function knownOf(row: string): string {
  return `select coalesce(jsonb_object_agg(key, jsonb_build_object('value', value, 'source', 'osm', 'agreed', 0, 'at', '2026-11-29')), '{}') as facts,
               string_agg(words, ' & ')::tsquery as fits
          from (values (${row}.swing, 'equipment', '["swing", "slide"]'::jsonb, $$'equipment:swing' & 'equipment:slide'$$),
                       (${row}.fence, 'fence', '"whole"', $$'fence:whole' & 'fence:partly|whole' & 'fence:none|partly|whole'$$),
                       (${row}.shade, 'shade', '"some"', $$'shade:some' & 'shade:some|much' & 'shade:none|some|much'$$)
               ) as each (is_known, key, value, words) where is_known`
}
