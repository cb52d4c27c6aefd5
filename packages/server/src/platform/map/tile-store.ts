import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../files/given-file.ts'
import type { TileAddress } from './tile-address.ts'

export interface KeptTile {
  bytes: Uint8Array
  type: string
  etag: string
  fetchedAtMs: number
}

/** The maximum size of cached pictures of a map. */
const mostBytes = 256 * 1024 * 1024
/** What a tile takes that has no picture. */
const rowBytes = 100
/** The share that is deleted at once when there are too many. */
const share = 0.1

/** Pictures of a map on disk; those unseen for the longest are deleted first. */
export interface TileStore {
  get(tile: TileAddress): KeptTile | undefined
  put(tile: TileAddress, kept: KeptTile): void
  /** The server says that a cached picture is still valid. */
  confirm(tile: TileAddress, nowMs: number): void
  close(): void
}

/** The file's content can be fetched again, so a damaged file is replaced. */
export function openTileStore(file: string, most = mostBytes): TileStore {
  try {
    return open(file, most)
  } catch {
    for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
    return open(file, most)
  }
}

function open(file: string, most: number): TileStore {
  makeFolder(dirname(file))
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = off;
    create table if not exists tiles (
      z integer, x integer, y integer, bytes blob not null, type text not null, etag text not null,
      fetched_at real not null, seen_at real not null, primary key (z, x, y)
    );
    create index if not exists tiles_seen on tiles (seen_at)`)
  const find = database.prepare(
    'select bytes, type, etag, fetched_at, seen_at from tiles where z = ? and x = ? and y = ?',
  )
  const see = database.prepare('update tiles set seen_at = ? where z = ? and x = ? and y = ?')
  const write = database.prepare('insert or replace into tiles values (?, ?, ?, ?, ?, ?, ?, ?)')
  const confirm = database.prepare('update tiles set fetched_at = ? where z = ? and x = ? and y = ?')
  const size = database.prepare(
    `select coalesce(sum(case length(bytes) when 0 then ${rowBytes} else length(bytes) end), 0) as size, count(*) as count from tiles`,
  )
  const trim = database.prepare('delete from tiles where rowid in (select rowid from tiles order by seen_at limit ?)')
  let bytes = Number(size.get()?.size)

  return {
    get({ z, x, y }) {
      const row = find.get(z, x, y)
      if (!(row?.bytes instanceof Uint8Array)) return undefined
      // Writing this on every read would cost more than the read.
      if (Date.now() - Number(row.seen_at) > 3600_000) see.run(Date.now(), z, x, y)
      return { bytes: row.bytes, type: String(row.type), etag: String(row.etag), fetchedAtMs: Number(row.fetched_at) }
    },
    put({ z, x, y }, kept) {
      write.run(z, x, y, kept.bytes, kept.type, kept.etag, kept.fetchedAtMs, Date.now())
      bytes += kept.bytes.length || rowBytes
      if (bytes <= most) return
      trim.run(Math.max(1, Math.ceil(Number(size.get()?.count) * share)))
      bytes = Number(size.get()?.size)
    },
    confirm: ({ z, x, y }, nowMs) => void confirm.run(nowMs, z, x, y),
    close: () => database.close(),
  }
}
