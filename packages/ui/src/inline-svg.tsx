/** A drawing of ours inside the page, for art that takes its colours from the theme or may not arrive late. */
export function InlineSvg({ source, className }: { source: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the source is a file of this repository, imported with ?raw
  return <span aria-hidden className={className} dangerouslySetInnerHTML={{ __html: source }} />
}
