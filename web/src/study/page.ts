// What every study page loads: its look, and the round that is told step by step. The pages are whole without it.
import '../ui/tokens.css';
import '../ui/base.css';
import './chart.css';
import './study.css';
import './pictures.css';
import { stepThrough } from './story';

document.querySelectorAll<HTMLOListElement>('ol.story').forEach(stepThrough);
