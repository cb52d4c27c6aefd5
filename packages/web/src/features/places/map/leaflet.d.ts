// Its module without the global `L`; the types are those of the package.
declare module 'leaflet/dist/leaflet-src.esm.js' {
  export * from 'leaflet'
}
