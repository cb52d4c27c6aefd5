import type pg from 'pg'

// Bare statements, with which Papadag's own are compared.

export const wanted = 50
export const bareFields = 'id, name, type, address, latitude, longitude, features, image_url'

export type Statement = { text: string; values: readonly unknown[] }

export interface Origin {
  latitude: number
  longitude: number
}

export function bareNearest({ latitude, longitude }: Origin): Statement {
  return {
    text: `select ${bareFields} from places where type = 'playground' and hidden_at is null
            order by location <-> mercator($1, $2) limit ${wanted}`,
    values: [latitude, longitude],
  }
}

export function groupedTile({ z, x, y }: { z: number; x: number; y: number }): Statement {
  const size = 2 ** 32 / 2 ** z
  const cell = size / 16
  return {
    text: `select floor(location[0] / $5), floor(location[1] / $5), count(*), avg(location[0]), avg(location[1]) from places
            where type = 'playground' and hidden_at is null and location <@ box(point($1, $2), point($3, $4)) group by 1, 2`,
    values: [x * size, y * size, (x + 1) * size, (y + 1) * size, cell],
  }
}

/** The reference: geography and its index, where PostGIS is installed. */
export async function addGeography(client: pg.Client | undefined): Promise<boolean> {
  const available = await client?.query(`select from pg_available_extensions where name = 'postgis'`)
  if (!client || !available?.rowCount) {
    process.stderr.write('PostGIS is not installed, so nearest stands without it.\n')
    return false
  }
  await client.query('create extension postgis')
  await client.query(`create table geo_places as
    select ${bareFields}, hidden_at, st_makepoint(longitude, latitude)::geography as place,
      array_remove(array[case when facts ? 'equipment' then 'equipment:swing' end, case when facts ? 'fence' then 'fence:whole' end,
        case when facts ? 'shade' then 'shade:some+' end], null) as words from places where type = 'playground'`)
  await client.query('create index on geo_places using gist (place)')
  await client.query('create index on geo_places using gin (words)')
  await client.query('vacuum (analyze) geo_places')
  return true
}

export function geographyNearest({ latitude, longitude }: Origin, filter = ''): Statement {
  return {
    text: `select ${bareFields} from geo_places where hidden_at is null ${filter}
            order by place <-> st_makepoint($2, $1)::geography limit ${wanted}`,
    values: [latitude, longitude],
  }
}
