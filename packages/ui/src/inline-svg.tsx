/** One of our drawings inlined in the page, for art with theme colours or that must not load late. */
export function InlineSvg({ source, className }: { source: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the source is a file of this repository, imported with ?raw
  return <span aria-hidden className={className} dangerouslySetInnerHTML={{ __html: source }} />
}
