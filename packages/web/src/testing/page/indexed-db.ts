// The browser's database in tests, empty for each file.
import * as stores from 'fake-indexeddb'

const { default: _, forceCloseDatabase, indexedDB, ...kinds } = stores
Object.assign(globalThis, { ...kinds, indexedDB: new stores.IDBFactory() })
