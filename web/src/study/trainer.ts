// The trainer's two islands: hands to decide with the progress they make, and the counting drills.
import { mount } from 'svelte';
import Counting from './Counting.svelte';
import Trainer from './Trainer.svelte';
import './trainer.css';

const put = (id: string, component: typeof Trainer): void => {
  const target = document.getElementById(id);
  if (target === null) return;
  target.replaceChildren();
  mount(component, { target });
};

put('trainer', Trainer);
put('drills', Counting);
// The island tells the same progress, and keeps it up to date.
document.getElementById('report')?.remove();
