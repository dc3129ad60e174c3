// Line icons in 24 by 24; they take currentColor and one stroke width from the element that holds them.
export const icons = {
  back: '<path d="M15 5L8 12L15 19"/>',
  sound:
    '<path d="M4 9.5V14.5H7.5L12 18.5V5.5L7.5 9.5ZM15.5 9C17 10.6 17 13.4 15.5 15M18 6.5C21 9.6 21 14.4 18 17.5"/>',
  mute: '<path d="M4 9.5V14.5H7.5L12 18.5V5.5L7.5 9.5ZM16 9.5L21 14.5M21 9.5L16 14.5"/>',
  help: '<circle cx="12" cy="12" r="9"/><path d="M9.4 9.6C9.4 8 10.5 7 12 7S14.7 8 14.7 9.5C14.7 11.4 12 11.6 12 13.7M12 16.8V17"/>',
  settings:
    '<path d="M4 7H13M17 7H20M4 12H7M11 12H20M4 17H14M18 17H20"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="12" r="2"/><circle cx="16" cy="17" r="2"/>',
  undo: '<path d="M9 5L4.5 9.5L9 14M5 9.5H14.5C17.6 9.5 19.5 11.6 19.5 14.2S17.6 19 14.5 19H9"/>',
  clear: '<path d="M5 7H19M9.5 7V4.5H14.5V7M7 7L8 19.5H16L17 7M10.5 10.5V16M13.5 10.5V16"/>',
  repeat:
    '<path d="M4.5 10.5C5.4 7.1 8.4 4.8 12 4.8C14.8 4.8 17 6.1 18.6 8.2M19.2 4.4V8.6H15M19.5 13.5C18.6 16.9 15.6 19.2 12 19.2C9.2 19.2 7 17.9 5.4 15.8M4.8 19.6V15.4H9"/>',
  lock: '<rect x="6" y="11" width="12" height="9" rx="1.5"/><path d="M8.5 11V8C8.5 6 10 4.5 12 4.5S15.5 6 15.5 8V11"/>',
  eye: '<path d="M2.5 12C5 8 8.3 6 12 6S19 8 21.5 12C19 16 15.7 18 12 18S5 16 2.5 12Z"/><circle cx="12" cy="12" r="2.8"/>',
  scale:
    '<path d="M12 4V20M8 20H16M5 7H19M5 7L2.5 13.5C3.4 15.2 6.6 15.2 7.5 13.5L5 7M19 7L16.5 13.5C17.4 15.2 20.6 15.2 21.5 13.5L19 7"/>',
  check: '<path d="M5 12.5L10 17.5L19 7.5"/>',
  close: '<path d="M6 6L18 18M18 6L6 18"/>',
  stand: '<path d="M7 4V20M17 12V20M7 12H17M12 4V8M12 4L9.5 6.5M12 4L14.5 6.5"/>',
  seal: '<path d="M12 3L19 6V11.5C19 16 16 19.4 12 21C8 19.4 5 16 5 11.5V6ZM9 11.8L11.3 14L15.4 9.6"/>',
  link: '<path d="M4 9C8.6 4.6 15.4 4.6 20 9M7 12.4C9.9 9.6 14.1 9.6 17 12.4M10 15.8C11.2 14.7 12.8 14.7 14 15.8M12 19V19.2"/>',
  download: '<path d="M12 4V15M7 10.5L12 15.5L17 10.5M5 20H19"/>',
  speak: '<path d="M4 6H20V16H11L7 19.5V16H4ZM8 9.5H16M8 12.5H13"/>',
} as const;
export type IconName = keyof typeof icons;
