// Which page a path names. The server answers each of these paths with the same bundle.
export type Route =
  | { readonly page: 'lobby' }
  | { readonly page: 'table'; readonly table: string }
  | { readonly page: 'round'; readonly record: string }
  | { readonly page: 'shoe'; readonly shoe: string | null }
  | { readonly page: 'nothing' };

export function routeOf(path: string): Route {
  const [, room = '', id = ''] = path.split('/').map(decode);
  if (room === 'mesa' && id) return { page: 'table', table: id };
  if (room === 'ronda' && id) return { page: 'round', record: id };
  if (room === 'zapato') return { page: 'shoe', shoe: id || null };
  return room === '' ? { page: 'lobby' } : { page: 'nothing' };
}

export function pathOf(route: Route): string {
  switch (route.page) {
    case 'lobby':
    case 'nothing':
      return '/';
    case 'table':
      return `/mesa/${encodeURIComponent(route.table)}`;
    case 'round':
      return `/ronda/${encodeURIComponent(route.record)}`;
    case 'shoe':
      return route.shoe ? `/zapato/${encodeURIComponent(route.shoe)}` : '/zapato';
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray % typed by hand
  }
}
