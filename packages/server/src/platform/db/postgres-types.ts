import pg from 'pg'
import { typeReaders } from './types.ts'

type Parser = (text: string) => unknown

/** text[], by its number, since pg's list of types lacks arrays. */
const textArray: number = 1009
const readTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray)

const parsers = new Map<number, Parser>(
  typeReaders.flatMap(({ id, arrayId, read }): [number, Parser][] => [
    [id, read],
    [arrayId, text => readTexts(text).map(value => (value === null ? null : read(value)))],
  ]),
)

/** Makes values arrive from PostgreSQL as they do from the embedded database. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    // The overloads of pg's table differ only by format.
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}
