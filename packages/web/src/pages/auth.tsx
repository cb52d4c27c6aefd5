export function Page() {
  return <h1>Papadag</h1>
}
