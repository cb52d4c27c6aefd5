const about = {
  type: 'FeatureCollection',
  license: 'Open Data Commons Open Database License (ODbL) 1.0',
  licenseUrl: 'https://opendatacommons.org/licenses/odbl/1-0/',
  attribution: '© OpenStreetMap contributors',
  attributionUrl: 'https://www.openstreetmap.org/copyright',
}

/** A file of open data as GeoJSON with its licence, in pieces, from features that are JSON. */
export async function* openDataFile(features: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${JSON.stringify(about).slice(0, -1)},"features":[`
  let isFirst = true
  for await (const feature of features) {
    yield `${isFirst ? '' : ','}\n${feature}`
    isFirst = false
  }
  yield '\n]}\n'
}
