export interface Place {
  latitude: number;
  longitude: number;
}
